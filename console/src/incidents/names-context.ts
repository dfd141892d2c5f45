import { createContext, use } from 'react'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { Names } from './use-names.ts'

/** The names for everything within a list, which would be far too many hooks if every cell looked for its own. */
export const NamesContext = createContext<Names>(new Map())

/** The name of what a field refers to; nothing while it is not known. */
export const useName = (id: Uuid | null): string | undefined => use(NamesContext).get(id ?? '')
