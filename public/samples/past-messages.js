// The playground's sample of `history`: two past messages.

export async function pastMessages({ before }) {
  if (before) return { messages: [], more: false };
  return {
    messages: [
      { id: 'past-1', role: 'user', content: 'Which header does the retry code read?' },
      { id: 'past-2', role: 'assistant', content: 'It reads `Retry-After`, in `src/retry.rs`.' },
    ],
    more: false,
  };
}
