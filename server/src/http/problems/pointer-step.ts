import { escapePointer } from '@tocsin/contract/json-pointer.ts'
import { shorten } from '../../shorten.ts'

const nameMaximumLength = 250

/** Returns a name as one step of a JSON Pointer: escaped, and shortened if it is very long. */
export const pointerStep = (name: string): string => escapePointer(shorten(name, nameMaximumLength))
