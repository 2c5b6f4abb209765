// Vite's configuration.
import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';

export default defineConfig({
  // Vue looks for a component of every other name.
  plugins: [vue({ template: { compilerOptions: { isCustomElement: (tag) => tag === 'midturn-chat' } } })],
  // The agent, while the app is developed.
  server: { proxy: { '/agui': process.env.AGENT_URL ?? 'http://127.0.0.1:8080' } },
});
