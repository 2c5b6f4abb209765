// Vite's configuration.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [svelte()],
  // The agent, while the app is developed.
  server: { proxy: { '/agui': process.env.AGENT_URL ?? 'http://127.0.0.1:8080' } },
});
