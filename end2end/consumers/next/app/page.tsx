// The page, rendered on the server for each request: the agent's address is the server's to know.
import { connection } from 'next/server';
import { Shop } from './Shop';

interface Props {
  searchParams: Promise<{ thread?: string; way?: string }>;
}

export default async function Page({ searchParams }: Props) {
  await connection();
  const { thread, way } = await searchParams;
  return (
    <>
      <h1>A shop with a chat</h1>
      <Shop
        way={way === 'element' ? 'element' : 'component'}
        given={{ agentUrl: process.env.AGENT_URL, threadId: thread }}
      />
    </>
  );
}
