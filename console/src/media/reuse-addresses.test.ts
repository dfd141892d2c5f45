import type { AttachedMedia } from '@tocsin/contract/events/timeline.ts'
import { expect, test } from 'vitest'
import { reuseAddresses } from './reuse-addresses.ts'

const fileWith = (id: string, downloadUrl: string, thumbnailDownloadUrl: string | null) =>
  ({ id, downloadUrl, thumbnailDownloadUrl }) as AttachedMedia

test('reuseAddresses returns the earlier URLs of a file while they are still valid', () => {
  const first = fileWith('kept', 'https://x/1', 'https://x/1/thumbnail')
  expect(reuseAddresses([first], 0)).toEqual([first])
  expect(reuseAddresses([fileWith('kept', 'https://x/2', 'https://x/2/thumbnail')], 60_000)).toEqual([first])
})

test('reuseAddresses returns the new URLs of a file as soon as its thumbnail exists', () => {
  reuseAddresses([fileWith('late', 'https://x/1', null)], 0)
  const made = fileWith('late', 'https://x/2', 'https://x/2/thumbnail')
  expect(reuseAddresses([made], 1_000)).toEqual([made])
  expect(reuseAddresses([fileWith('late', 'https://x/3', 'https://x/3/thumbnail')], 2_000)).toEqual([made])
})

test('reuseAddresses returns the new URLs of a file when the earlier URLs expire soon', () => {
  reuseAddresses([fileWith('old', 'https://x/1', null)], 0)
  const renewed = fileWith('old', 'https://x/2', null)
  expect(reuseAddresses([renewed], 9 * 60_000)).toEqual([renewed])
})
