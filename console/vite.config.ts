import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressFiles } from './compress-files.ts'

/** Server to which `npm run console` proxies API requests while it serves the sources with hot reload. */
const server = process.env.TOCSIN_URL ?? 'http://127.0.0.1:8080'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), compressFiles()],
  // The server replaces this text with a new nonce in each response, for Mantine's style elements.
  html: { cspNonce: 'TOCSIN_NONCE' },
  build: {
    target: 'es2023',
    // First versions with light-dark(). For older targets the build would replace it with variables.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    // One style sheet for all pages, since browsers do not retry a page's own sheet after it failed once.
    cssCodeSplit: false,
    // Inlined files would have data: addresses, which the content security policy rejects for scripts and fonts.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 800,
  },
  server: {
    proxy: Object.fromEntries(['/api', '/docs', '/openapi.json'].map((path) => [path, { target: server }])),
  },
})
