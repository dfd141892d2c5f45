import { useSessionStorage } from '@mantine/hooks'
import type { Uuid } from '@tocsin/contract/scalars.ts'

const place = { key: 'tocsin-list-place', defaultValue: '', getInitialValueInEffect: false }

/** The Incident that was opened last: whoever comes back goes on from there. */
export const useRememberedPlace = (): Uuid => useSessionStorage(place)[0]

export const useRememberPlace = (): ((id: Uuid) => void) => useSessionStorage(place)[1]
