import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressFiles } from './compress-files.ts'

/** URL of the server to which `npm run console` proxies API requests. The console itself is served with hot reload. */
const server = process.env.TOCSIN_URL ?? 'http://127.0.0.1:8080'

/** One file with the code that every page needs. About twenty separate files would each cost a request. */
const forEveryPage = { name: 'first', tags: ['$initial' as const], priority: 1 }

/** Files with the code that several pages share. Files with less than 2,000 bytes of source are joined. */
const forSeveralPages = { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 2_000 }

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), compressFiles()],
  // In each response, the server replaces this text with a new nonce, which Mantine's style elements need.
  html: { cspNonce: 'TOCSIN_NONCE' },
  build: {
    target: 'es2023',
    // First browser versions with the CSS function light-dark(). For older versions the build would replace the
    // function with variables.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    // One style sheet for all pages, because browsers do not retry a page's own style sheet after a failed request.
    cssCodeSplit: false,
    // Inlined files would have data: URLs, which the content security policy rejects for scripts and fonts.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 800,
    rolldownOptions: { output: { codeSplitting: { groups: [forEveryPage, forSeveralPages] } } },
  },
  server: {
    proxy: Object.fromEntries(['/api', '/docs', '/openapi.json'].map((path) => [path, { target: server }])),
  },
})
