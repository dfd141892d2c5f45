import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTemporaryFolder, removeFolder } from './temporary-folder.ts'
import { tocsinIn } from './tocsin-process.ts'

test('what is compiled is kept beside the packages, or where it is asked for', async () => {
  const tocsin = tocsinIn({})
  expect(await tocsin(['--version'])).toMatchObject({ code: 0, stderr: '' })
  expect(await readdir(join(import.meta.dirname, '../../node_modules/.cache/tocsin'))).not.toEqual([])

  const elsewhere = await makeTemporaryFolder('compiled')
  await tocsin(['--version'], { environment: { NODE_COMPILE_CACHE: elsewhere } })
  expect(await readdir(elsewhere)).not.toEqual([])
  await removeFolder(elsewhere)
})
