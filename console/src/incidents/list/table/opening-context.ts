import type { Uuid } from '@tocsin/contract/scalars.ts'
import { createContext } from 'react'

/** Function that a list provides to its links. A link calls it with the id of the incident that the user opens. */
export const OpeningContext = createContext<(id: Uuid) => void>(() => undefined)
