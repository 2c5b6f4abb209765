// The chat as a plain custom element, which React 19 gives properties and listeners.
import 'midturn';
import 'midturn/jsx/react';
import type { ChatProps } from './ChatComponent';

export function ChatElement({ ref, options, tell }: ChatProps) {
  return (
    <midturn-chat
      ref={ref}
      {...options}
      onmidturn-ready={() => tell('ready')}
      onmidturn-message={({ detail }) => tell(`message of ${detail.role}`)}
      onmidturn-turn-end={({ detail }) => tell(`turn ${detail.outcome}`)}
    />
  );
}
