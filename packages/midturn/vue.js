// `<MidturnChat>` for Vue 3. Importing it registers the element.

import { cloneVNode, Comment, defineComponent, Fragment, getCurrentInstance, h, shallowRef, Text, toRaw } from 'vue';
import { attributesOf, EVENTS, give, isText, pascal } from './given.js';
import './index.js';
import { METHODS, MidturnError, PROPERTIES } from './program.js';

/** The types of the props that are not texts. All others that have no attribute may be anything. */
const TYPES = {
  protocolOptions: [Object, String],
  attachmentMaxBytes: [Number, String],
  expandSteps: Boolean,
  protocolEvents: Boolean,
  feedback: Boolean,
  newThread: Boolean,
  debug: Boolean,
  headers: [Object, Function],
  credentials: String,
  starters: Array,
  menu: Array,
  links: Object,
  messageLink: Function,
  renderers: Object,
  history: Function,
  tools: Array,
  control: Object,
};

const typeOf = (name) => TYPES[name] ?? (isText(name) ? String : null);

/** Gives the nodes of a slot the attribute with which the element's own slots find them. */
function into(slot, nodes) {
  return nodes.map((node) => {
    if (node.type === Comment) return node;
    if (node.type === Text) return h('span', { slot }, node.children);
    if (node.type === Fragment && Array.isArray(node.children)) {
      return h(Fragment, { key: node.key }, into(slot, node.children));
    }
    return cloneVNode(node, { slot });
  });
}

/**
 * The attributes, as Vue sets attributes and not the properties of the same names: `^` says so, and
 * a server would write it. Properties set after that would draw its chat anew.
 */
function tagOf(props) {
  const attributes = Object.entries(attributesOf(props));
  const prefix = typeof document === 'undefined' ? '' : '^';
  return Object.fromEntries(attributes.map(([name, value]) => [prefix + name, value]));
}

/** Whether the parent listens to the events of the protocol, which are fired only for listeners. */
const hearsProtocol = (instance) =>
  Object.keys(instance.vnode.props ?? {}).some((name) => /^onProtocol-?event/i.test(name));

export const MidturnChat = defineComponent({
  name: 'MidturnChat',
  props: Object.fromEntries(PROPERTIES.map((name) => [name, { type: typeOf(name), default: undefined }])),
  emits: EVENTS,
  setup(props, { emit, expose, slots }) {
    const instance = getCurrentInstance();
    const element = shallowRef(null);
    let given;

    const methods = [...METHODS, 'openThread', 'focus'].map((name) => {
      const call = (...args) =>
        element.value?.[name](...args) ??
        Promise.reject(new MidturnError('disposed', 'the element is not on a page'));
      return [name, call];
    });
    expose({ element, ...Object.fromEntries(methods) });

    const valueOf = (name) => toRaw(props[name]);
    // Before the element comes onto the page, which is too late for properties if it is inside of
    // `<Suspense>`.
    const hooks = {
      onVnodeBeforeMount: ({ el }) => {
        given = give(el, valueOf);
      },
      onVnodeUpdated: ({ el }) => {
        given = give(el, valueOf, given);
      },
    };
    const listeners = EVENTS.map((event) => [`onMidturn${pascal(event)}`, (fired) => emit(event, fired)]);
    const { onMidturnProtocolEvent, ...always } = Object.fromEntries(listeners);

    return () => {
      const heard = hearsProtocol(instance) ? { onMidturnProtocolEvent } : {};
      // All props are read here, so that a change of any of them updates the element.
      PROPERTIES.forEach(valueOf);
      const children = Object.entries(slots).flatMap(([name, make]) => {
        const nodes = make?.() ?? [];
        return name === 'default' ? nodes : into(name, nodes);
      });
      return h('midturn-chat', { ...tagOf(props), ...always, ...heard, ...hooks, ref: element }, children);
    };
  },
});
