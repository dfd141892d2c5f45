import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTemporaryFolder, removeFolder } from './support/temporary-folder.ts'
import { tocsinIn } from './support/tocsin-process.ts'

const printFolder = `import { getCompileCacheDir } from 'node:module'
  process.on('exit', () => process.stderr.write(getCompileCacheDir() ?? 'nowhere'))`
const tocsin = tocsinIn({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(printFolder)}` })

test('stores compiled code in node_modules/.cache/tocsin by default', async () => {
  const { code, stderr } = await tocsin(['--version'])
  expect(code).toBe(0)
  const folder = join(import.meta.dirname, '../../node_modules/.cache/tocsin')
  expect(stderr.startsWith(`${folder}/`)).toBe(true)
  expect(await readdir(stderr)).not.toEqual([])
})

test('stores compiled code in the folder that NODE_COMPILE_CACHE names', async () => {
  const elsewhere = await makeTemporaryFolder('compiled')
  const { stderr } = await tocsin(['--version'], { environment: { NODE_COMPILE_CACHE: elsewhere } })
  expect(stderr.startsWith(`${elsewhere}/`)).toBe(true)
  expect(await readdir(stderr)).not.toEqual([])
  await removeFolder(elsewhere)
})
