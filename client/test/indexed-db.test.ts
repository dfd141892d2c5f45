import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { connectBrowser } from '../../console/test/support/serve-browser.ts'
import { listen } from '../../server/test/support/listen.ts'

const dist = join(import.meta.dirname, '../dist')
const { url, close } = await listen((request, response) => {
  const path = new URL(request.url!, 'http://app').pathname
  if (path === '/') return void response.setHeader('content-type', 'text/html').end('<!doctype html><title>App</title>')
  readFile(join(dist, path)).then(
    (content) => response.setHeader('content-type', 'text/javascript').end(content),
    () => response.writeHead(404).end(),
  )
})
const browser = await connectBrowser()
afterAll(async () => {
  await browser.close()
  await close()
})

/** Script that defines globals in a page: functions for stores and entries, and the list of opened connections. */
const setUp = `
  const { IndexedDbStore } = await import('/stores/indexed-db.js')
  globalThis.connections = []
  const open = indexedDB.open.bind(indexedDB)
  indexedDB.open = (...parameters) => {
    const opening = open(...parameters)
    opening.addEventListener('success', () => connections.push(opening.result))
    return opening
  }
  globalThis.openStore = (options) => IndexedDbStore.open('queue', options)
  globalThis.entryOf = (id) => ({
    id, kind: 'comment', state: 'waiting', queuedAt: '2026-03-01T12:00:00.000Z', incident: { incidentId: 'i' }, comment: {},
  })
  globalThis.idsIn = async (store) => (await store.list()).map(({ id }) => id).join()
  globalThis.nameOf = (promise) => promise.then(() => 'done', ({ name }) => name)
  // Asks for an upgrade of the database, as a later version of the package would, and aborts the upgrade when it
  // begins.
  globalThis.askForUpgrade = (name = 'queue') => {
    const asking = open(name, 2)
    return new Promise((resolve) => {
      asking.addEventListener('upgradeneeded', () => asking.transaction.abort())
      asking.addEventListener('error', (event) => { event.preventDefault(); resolve('answered') })
      asking.addEventListener('blocked', () => resolve('blocked'))
    })
  }
`

/** Opens tabs of one browser profile, which share their databases. */
async function openTabs(count: number) {
  const context = await browser.newContext()
  onTestFinished(() => context.close())
  const tabs = Array.from({ length: count }, async () => {
    const page = await context.newPage()
    await page.goto(url)
    await page.evaluate(`(async () => {${setUp}})()`)
    return { page, run: (program: string) => page.evaluate<unknown>(`(async () => {${program}})()`) }
  })
  return Promise.all(tabs)
}

test('every method of a store opens a new connection if the old connection was lost without an event, and no data is lost', async () => {
  const [tab] = await openTabs(1)
  const result = await tab!.run(`
    const store = await openStore()
    await store.append(entryOf('a'), new Uint8Array([1, 2]))
    const lose = () => connections.at(-1).close()
    lose(); const added = await store.append(entryOf('b'), new Uint8Array([3]))
    lose(); await store.replace({ ...entryOf('a'), attempted: true })
    lose(); const file = [...await store.readFile('a')]
    lose(); await store.remove('b')
    lose(); await store.writeCache('x', 1)
    lose(); const cached = await store.readCache('x')
    lose(); const entries = await store.list()
    return [added, file, cached, entries.map(({ id, attempted }) => [id, attempted]), connections.length]
  `)
  expect(result).toEqual([true, [1, 2], 1, [['a', true]], 8])
})

test.each(['UnknownError', 'AbortError', 'InvalidStateError'])(
  'after a transaction fails with %s, the call is repeated on a new connection, and fails with this error only if the new connection fails too',
  async (name) => {
    const [tab] = await openTabs(1)
    const result = await tab!.run(`
      const store = await openStore()
      await store.append(entryOf('a'))
      const begin = IDBDatabase.prototype.transaction
      const broken = new Set(connections)
      IDBDatabase.prototype.transaction = function (...parameters) {
        if (broken.has(this)) throw new DOMException('lost', '${name}')
        return begin.apply(this, parameters)
      }
      const added = await store.append(entryOf('b'))
      broken.add(connections.at(-1))
      IDBDatabase.prototype.transaction = () => { throw new DOMException('lost', '${name}') }
      const failed = await nameOf(store.append(entryOf('c')))
      IDBDatabase.prototype.transaction = begin
      return [added, failed, await idsIn(store)]
    `)
    expect(result).toEqual([true, name, 'a,b'])
  },
)

test('append resolves to true and stores no second copy if the database connection is lost after the entry was stored', async () => {
  const [tab] = await openTabs(1)
  const result = await tab!.run(`
    const store = await openStore()
    const listen = IDBTransaction.prototype.addEventListener
    IDBTransaction.prototype.addEventListener = function (type, act) {
      if (type !== 'complete') return
      IDBTransaction.prototype.addEventListener = listen
      // Report the stored value as lost.
      const transaction = this
      Object.defineProperty(transaction, 'error', { value: new DOMException('lost', 'UnknownError') })
      listen.call(transaction, 'complete', () => transaction.dispatchEvent(new Event('abort')))
      IDBTransaction.prototype.addEventListener = listen
    }
    const added = await store.append(entryOf('a'))
    const again = await store.append(entryOf('a'))
    return [added, again, await idsIn(store)]
  `)
  expect(result).toEqual([true, false, 'a'])
})

test('a store closes its database if another tab wants to upgrade the database, and opens the database again later', async () => {
  const [tab, other] = await openTabs(2)
  await tab!.run(`globalThis.store = await openStore(); await store.append(entryOf('a'))`)
  expect(await other!.run('return askForUpgrade()')).toBe('answered')
  expect(await tab!.run('return idsIn(store)')).toBe('a')
})

test('while an old tab blocks the database, opening the store calls onBlocked and fails with StoreBlockedError; after the tab is closed, the next attempt succeeds', async () => {
  const [tab, old, other] = await openTabs(3)
  await tab!.run(`const store = await openStore(); await store.append(entryOf('a')); await store.close()`)
  // The connection of this tab ignores `versionchange`, so the tab blocks every upgrade of the database.
  await old!.run(`await new Promise((resolve) => indexedDB.open('queue', 1).addEventListener('success', resolve))`)
  expect(await other!.run('return askForUpgrade()')).toBe('blocked')
  const opening = `
    let reports = 0
    const opening = openStore({ blockedMaximumMs: 300, onBlocked: () => reports++ })
    return [await opening.then(() => 'opened', ({ name, message }) => name + ': ' + message), reports]
  `
  const [outcome, reports] = (await tab!.run(opening)) as [string, number]
  expect(outcome).toMatch(/^StoreBlockedError: Another tab keeps the database queue from being opened/)
  expect(reports).toBe(1)
  await old!.page.close()
  expect(await tab!.run('return idsIn(await openStore())')).toBe('a')
})

test('a store without room rejects an entry with QuotaExceededError, loses no data, and stores the entry as soon as there is room', async () => {
  const [tab] = await openTabs(1)
  const session = await tab!.page.context().newCDPSession(tab!.page)
  const setQuota = (quotaSize?: number) =>
    session.send('Storage.overrideQuotaForOrigin', { origin: url, ...(quotaSize !== undefined && { quotaSize }) })
  // Set the quota before the first use, because the browser checks the remaining room only from time to time.
  await setQuota(100_000)
  await tab!.run(`globalThis.store = await openStore(); await store.append(entryOf('a'), new Uint8Array(1000))`)
  const photo = 'crypto.getRandomValues(new Uint8Array(60_000))'
  const append = `return nameOf(store.append(entryOf('b'), new Uint8Array(await new Blob(Array(50).fill(${photo})).arrayBuffer())))`
  expect(await tab!.run(append)).toBe('QuotaExceededError')
  expect(
    await tab!.run(`return [await idsIn(store), (await store.readFile('a')).length, await store.readFile('b')]`),
  ).toEqual(['a', 1000, undefined])
  await setQuota()
  expect(await tab!.run(append)).toBe('done')
  expect(await tab!.run('return idsIn(store)')).toBe('a,b')
})

test('if the browser clears its storage while a store is open, the store is empty afterwards, but works', async () => {
  const [tab] = await openTabs(1)
  await tab!.run(`globalThis.store = await openStore(); await store.append(entryOf('a'), new Uint8Array(10))`)
  const session = await tab!.page.context().newCDPSession(tab!.page)
  await session.send('Storage.clearDataForOrigin', { origin: url, storageTypes: 'indexeddb' })
  expect(await tab!.run(`return [await idsIn(store), await store.append(entryOf('b')), await idsIn(store)]`)).toEqual([
    '',
    true,
    'b',
  ])
})
