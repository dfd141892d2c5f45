import { FileStore } from '@tocsin/client/stores/file'

/** Holds the lock of a folder until its standard input ends: `hold-lock <folder>`. Prints `holds` or `busy`. */
const store = await FileStore.open(process.argv[2]!)
const ran = await store.whileAlone(async () => {
  process.stdout.write('holds\n')
  for await (const _ of process.stdin);
})
if (!ran) process.stdout.write('busy\n')
