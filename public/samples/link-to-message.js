// The playground's sample of `messageLink`: the address of a message.

export const linkToMessage = ({ threadId, messageId }) =>
  `${location.origin}/threads/${encodeURIComponent(threadId)}#m-${encodeURIComponent(messageId)}`;
