// The chat as the package's component for React.
import type { Ref } from 'react';
import type { MidturnChat as Chat, Options } from 'midturn';
import { MidturnChat } from 'midturn/react';

export interface ChatProps {
  ref: Ref<Chat>;
  options: Options;
  tell(event: string): void;
}

export function ChatComponent({ ref, options, tell }: ChatProps) {
  return (
    <MidturnChat
      ref={ref}
      {...options}
      onReady={() => tell('ready')}
      onMessage={({ detail }) => tell(`message of ${detail.role}`)}
      onTurnEnd={({ detail }) => tell(`turn ${detail.outcome}`)}
    />
  );
}
