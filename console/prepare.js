// npm runs this file after every install, possibly with Node 20. It builds the console, so that `npm ci && npm start`
// serves the console. Without development dependencies the build tools are missing; the install must still succeed.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const vite = fileURLToPath(new URL('../node_modules/.bin/vite', import.meta.url))
const sources = fileURLToPath(new URL('index.html', import.meta.url))

if (existsSync(vite) && existsSync(sources)) {
  const build = spawnSync(vite, ['build', '--logLevel', 'warn'], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  process.exitCode = build.status ?? 1
} else {
  process.stderr.write('The console is not built: its build tools are not installed. The API works without it.\n')
}
