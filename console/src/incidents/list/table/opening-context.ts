import type { Uuid } from '@tocsin/contract/scalars.ts'
import { createContext } from 'react'

/** Receives the incident about to be opened from a list. */
export const OpeningContext = createContext<(id: Uuid) => void>(() => undefined)
