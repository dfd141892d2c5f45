import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Imports in the source files of the client, without those in its tests. */
const imports = await readImports(import.meta.dirname)
const contractImports = await readImports(join(import.meta.dirname, '../../contract/src'))

interface Import {
  from: string
  to: string
  isOnlyTypes: boolean
}

async function readImports(folder: string): Promise<Import[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => /(?<!\.test)\.ts$/.test(name))
  const files = names.map(async (name) => {
    const text = await readFile(join(folder, name), 'utf8')
    const found = [...text.matchAll(/^(?:import|export) (type )?[^'\n]*?(?:\n[^']*?)? from '([^']+)'/gm)]
    return found.map(([, type, to]) => ({ from: name, to: to!, isOnlyTypes: type !== undefined }))
  })
  return (await Promise.all(files)).flat()
}

const within = (folder: string) => imports.filter(({ from }) => from.startsWith(`${folder}/`))

test('the client imports only its own files, the rules and webhook signatures of the contract and, in the file store, modules of Node.js', () => {
  expect(imports.length).toBeGreaterThan(50)
  const foreign = imports.filter(
    ({ from, to }) =>
      !/^\.\.?\//.test(to) &&
      !/^@tocsin\/contract\/(rules\/|webhooks\/|(read-scalars|json-pointer)\.ts$)/.test(to) &&
      !(
        to.startsWith('node:') &&
        /^stores\/(file|file-system|lock-file|process-identity|seal|write-durably)\.ts$/.test(from)
      ),
  )
  expect(foreign).toEqual([])
})

test('the rules and webhook signatures of the contract, which the client bundles, import no library, and only types of schema files', () => {
  const ofRules = contractImports.filter(({ from }) => /^(rules\/|webhooks\/|read-scalars|json-pointer)/.test(from))
  expect(ofRules.length).toBeGreaterThan(20)
  const bundled =
    /check-creation|check-field-rule|check-relation|effective-profile|fill-defaults|incident-values|normalize-creation|read-scalars|json-pointer|signature/
  const heavy = ofRules.filter(
    ({ from, to, isOnlyTypes }) =>
      bundled.test(from) && !isOnlyTypes && /^\.\.\/(?!read-scalars|json-pointer)|^[^.]/.test(to),
  )
  expect(heavy).toEqual([])
})

test('transport/ imports no other layer, resources/ imports no queue or store, and stores/ imports only types of other layers', () => {
  expect(within('transport').filter(({ to }) => /\/(resources|offline|stores|lists)\//.test(to))).toEqual([])
  expect(within('resources').filter(({ to }) => /offline|stores/.test(to))).toEqual([])
  expect(
    within('stores').filter(({ to, isOnlyTypes }) => /offline|resources|transport/.test(to) && !isOnlyTypes),
  ).toEqual([])
})

test('only the entry points `webhooks` and `replicate` import the code of webhooks and replicas, so that no app loads this code without need', () => {
  const above = imports.filter(
    ({ from, to }) => !/^(webhooks|replica)/.test(from) && /(^|\/)(webhooks|replica)\//.test(to) && !to.startsWith('@'),
  )
  expect(above).toEqual([])
  expect(within('webhooks').filter(({ to }) => /offline|stores|\/resources\//.test(to))).toEqual([])
})

test('code outside the offline queue imports the queue only dynamically, so that apps without the queue do not load it', () => {
  const above = imports.filter(
    ({ from, to, isOnlyTypes }) => !from.startsWith('offline') && to.includes('offline/') && !isOnlyTypes,
  )
  expect(above).toEqual([])
})
