import { FileStore } from '@tocsin/client/stores/file'

/** Locks a folder until standard input ends: `hold-lock <folder>`. Prints `holds`, or `busy` for a locked folder. */
const store = await FileStore.open(process.argv[2]!)
const ran = await store.whileAlone(async () => {
  process.stdout.write('holds\n')
  for await (const _ of process.stdin);
})
if (!ran) process.stdout.write('busy\n')
