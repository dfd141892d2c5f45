import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const vite = fileURLToPath(new URL('../../../node_modules/vite/bin/vite.js', import.meta.url))
const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Builds the console into a folder, as `npm run build` does. Vite runs in a child process, because the build needs the
 * NODE_ENV `production` and the test process has `test`.
 */
export async function buildConsole(folder: string): Promise<void> {
  const parameters = [vite, 'build', root, '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn']
  await promisify(execFile)(process.execPath, parameters, { env: { ...process.env, NODE_ENV: 'production' } })
}
