import { FileStore } from '@tocsin/client/stores/file'

/** Appends three entries with files: a small file, a file that the disk has no room for, and another small file. */
const store = await FileStore.open(process.argv[2]!)
const entryOf = (id: string) =>
  ({ id, kind: 'comment', state: 'waiting', queuedAt: '', incident: { incidentId: 'i' }, comment: {} }) as const
const outcomes: unknown[] = []
for (const sizeBytes of [10, 100_000, 10]) {
  const appending = store.append(entryOf(String(outcomes.length)), new Uint8Array(sizeBytes))
  outcomes.push(
    await appending.then(
      () => 'stored',
      (error: NodeJS.ErrnoException) => error.code,
    ),
  )
}
process.stdout.write(JSON.stringify({ outcomes, ids: (await store.list()).map(({ id }) => id) }))
