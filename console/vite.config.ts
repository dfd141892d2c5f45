import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressFiles } from './compress-files.ts'

/** `npm run console` serves the sources with hot reload and hands calls on to a server that runs beside it. */
const server = process.env.TOCSIN_URL ?? 'http://127.0.0.1:8080'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), compressFiles()],
  // The server puts a fresh nonce in its place in every answer; Mantine's style elements carry it.
  html: { cspNonce: 'TOCSIN_NONCE' },
  build: {
    target: 'es2023',
    // The first versions with light-dark(), which an older target would turn into variables of its own.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    // A sheet that comes with its page is not asked for again where it failed once: the page would stay without.
    cssCodeSplit: false,
    // An inlined file would be a data: address, which the content security policy refuses for scripts and fonts.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 800,
  },
  server: {
    proxy: Object.fromEntries(['/api', '/docs', '/openapi.json'].map((path) => [path, { target: server }])),
  },
})
