'use client';
// `<MidturnChat>` for React 18 and 19. Importing it registers the element.

import { createElement, forwardRef, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { attributesOf, EVENTS, give, pascal } from './given.js';
import './index.js';
import { PROPERTIES } from './program.js';

const handlerOf = (event) => `on${pascal(event)}`;

/** The props that are not passed on as they are. */
const OWN = new Set([...PROPERTIES, ...EVENTS.map(handlerOf), 'className']);

/** The names of HTML's own attributes that count even if they are `"false"`, as React 18 writes them. */
const FLAGS = ['hidden', 'inert'];

// Properties must be set in the task in which the element comes onto the page: its chat begins in
// the microtask after it. React 18 warns of layout effects on a server.
const useLayout = typeof document === 'undefined' ? useEffect : useLayoutEffect;

/** The attributes of the tag. */
function tagOf(props) {
  const tag = attributesOf(props);
  for (const [name, value] of Object.entries(props)) {
    if (!OWN.has(name) && !(FLAGS.includes(name) && value === false)) tag[name] = value;
  }
  // For a custom element, React 18 writes `className` as it is.
  if (props.className !== undefined) tag.class = props.className;
  return tag;
}

export const MidturnChat = forwardRef(function MidturnChat(props, ref) {
  const element = useRef(null);
  const latest = useRef(props);
  const given = useRef(undefined);

  useImperativeHandle(ref, () => element.current, []);

  useLayout(() => {
    latest.current = props;
    given.current = give(element.current, (name) => props[name], given.current);
  });

  // One listener for each event that has a handler. A handler that changes is read from `latest`.
  // Other events are not listened to, because `protocol-event` is fired only for listeners.
  const heard = EVENTS.filter((event) => props[handlerOf(event)]).join(' ');
  useLayout(() => {
    const ending = new AbortController();
    for (const event of heard.split(' ').filter(Boolean)) {
      const call = (fired) => latest.current[handlerOf(event)]?.(fired);
      element.current.addEventListener(`midturn-${event}`, call, { signal: ending.signal });
    }
    return () => ending.abort();
  }, [heard]);

  return createElement('midturn-chat', { ...tagOf(props), ref: element });
});
