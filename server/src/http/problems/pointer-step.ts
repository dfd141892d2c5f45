import { escapePointer } from '@tocsin/contract/json-pointer.ts'
import { shorten } from '../../shorten.ts'

const nameMaximumLength = 250

/** Writes one step of a JSON Pointer and shortens absurdly long names. */
export const pointerStep = (name: string): string => escapePointer(shorten(name, nameMaximumLength))
