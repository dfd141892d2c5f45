import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTemporaryFolder, removeFolder } from './support/temporary-folder.ts'
import { tocsinIn } from './support/tocsin-process.ts'

const tellFolder = `import { getCompileCacheDir } from 'node:module'
  process.on('exit', () => process.stderr.write(getCompileCacheDir() ?? 'nowhere'))`
const tocsin = tocsinIn({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(tellFolder)}` })

test('what is compiled is kept beside the packages', async () => {
  const { code, stderr } = await tocsin(['--version'])
  expect(code).toBe(0)
  const folder = join(import.meta.dirname, '../../node_modules/.cache/tocsin')
  expect(stderr.startsWith(`${folder}/`)).toBe(true)
  expect(await readdir(stderr)).not.toEqual([])
})

test('what is compiled is kept where NODE_COMPILE_CACHE asks for it', async () => {
  const elsewhere = await makeTemporaryFolder('compiled')
  const { stderr } = await tocsin(['--version'], { environment: { NODE_COMPILE_CACHE: elsewhere } })
  expect(stderr.startsWith(`${elsewhere}/`)).toBe(true)
  expect(await readdir(stderr)).not.toEqual([])
  await removeFolder(elsewhere)
})
