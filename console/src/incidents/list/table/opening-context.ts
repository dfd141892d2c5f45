import type { Uuid } from '@tocsin/contract/scalars.ts'
import { createContext } from 'react'

/** Told of the Incident that is about to be opened from a list. */
export const OpeningContext = createContext<(id: Uuid) => void>(() => undefined)
