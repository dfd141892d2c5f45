import type { Uuid } from '@tocsin/contract/scalars.ts'
import { hasTransition, type Picture } from './picture.ts'

/** One change of the picture; none of them changes what it is given. */
export type Edit = (picture: Picture) => Picture

export const addState =
  (id: Uuid, name: string): Edit =>
  (picture) => ({ ...picture, states: [...picture.states, { id, name, isFinal: false }] })

export const renameState =
  (id: Uuid, name: string): Edit =>
  (picture) => ({ ...picture, states: picture.states.map((state) => (state.id === id ? { ...state, name } : state)) })

/** The initial state stays open: new Incidents are. */
export const setFinal =
  (id: Uuid, isFinal: boolean): Edit =>
  (picture) =>
    id === picture.initialStateId
      ? picture
      : { ...picture, states: picture.states.map((state) => (state.id === id ? { ...state, isFinal } : state)) }

export const setInitial =
  (id: Uuid): Edit =>
  (picture) => ({
    ...picture,
    initialStateId: id,
    states: picture.states.map((state) => (state.id === id ? { ...state, isFinal: false } : state)),
  })

/** Takes a state away, with everything that leads to it and from it. */
export const removeState =
  (id: Uuid): Edit =>
  ({ initialStateId, states, transitions }) => ({
    initialStateId,
    states: states.filter((state) => state.id !== id),
    transitions: transitions.filter(({ fromStateId, toStateId }) => fromStateId !== id && toStateId !== id),
  })

/** @param by how many places later it stands; negative for earlier. */
export const moveState =
  (id: Uuid, by: number): Edit =>
  (picture) => {
    const index = picture.states.findIndex((state) => state.id === id)
    const others = picture.states.toSpliced(index, 1)
    return { ...picture, states: others.toSpliced(index + by, 0, picture.states[index]!) }
  }

export const setTransition =
  (fromStateId: Uuid, toStateId: Uuid, isThere: boolean): Edit =>
  (picture) => {
    if (fromStateId === toStateId || hasTransition(picture, fromStateId, toStateId) === isThere) return picture
    const { transitions } = picture
    return {
      ...picture,
      transitions: isThere
        ? [...transitions, { fromStateId, toStateId }]
        : transitions.filter((each) => each.fromStateId !== fromStateId || each.toStateId !== toStateId),
    }
  }

/** A name that no other state has. @param nameOf gives the name that goes with a number. */
export function freeName({ states }: Picture, nameOf: (number: number) => string): string {
  const taken = new Set(states.map(({ name }) => name.toLowerCase()))
  let number = 1
  while (taken.has(nameOf(number).toLowerCase())) number++
  return nameOf(number)
}
