// Vite's configuration.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  // The agent, while the app is developed.
  server: { proxy: { '/agui': process.env.AGENT_URL ?? 'http://127.0.0.1:8080' } },
});
