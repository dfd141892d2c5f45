import { useWindowEvent } from '@mantine/hooks'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useState, type DragEvent } from 'react'

/** Role of a column while the user drags a card; undefined if no card is dragged. */
type DropState = 'origin' | 'allowed' | 'over' | 'refused' | undefined

interface Drag {
  start: (event: DragEvent, incident: IncidentResponse) => void
  end: () => void
  stateOf: (stateId: Uuid) => DropState
  /** Returns the drag handlers of a column. */
  onColumn: (stateId: Uuid) => {
    onDragOver: (event: DragEvent) => void
    onDragLeave: (event: DragEvent) => void
    onDrop: (event: DragEvent) => void
  }
}

/**
 * Lets the user drag cards to other columns. Uses the native drag and drop of the browser.
 * @param mayFollow returns true if the workflow allows the transition between the two states.
 */
export function useDrag(
  mayFollow: (fromStateId: Uuid, toStateId: Uuid) => boolean,
  onMove: (incident: IncidentResponse, toStateId: Uuid) => void,
): Drag {
  const [dragged, setDragged] = useState<{ incident: IncidentResponse; card: Element }>()
  const [overId, setOverId] = useState<Uuid>()
  const mayDrop = (stateId: Uuid) => dragged !== undefined && mayFollow(dragged.incident.stateId, stateId)
  const end = () => {
    setDragged(undefined)
    setOverId(undefined)
  }
  // If a dragged card is removed, for example because a colleague moved the incident, browsers do not report the end of
  // the drag. The next mouse movement shows that the drag has ended: during a drag, browsers report none.
  useWindowEvent('mousemove', () => {
    if (dragged?.card.isConnected === false) end()
  })
  return {
    start(event, incident) {
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData('text/plain', incident.name ?? incident.id)
      setDragged({ incident, card: event.currentTarget })
    },
    end,
    stateOf(stateId) {
      if (!dragged) return undefined
      if (dragged.incident.stateId === stateId) return 'origin'
      if (!mayDrop(stateId)) return 'refused'
      return overId === stateId ? 'over' : 'allowed'
    },
    onColumn: (stateId) => ({
      onDragOver(event) {
        // Return before `preventDefault`, so that the browser shows that the card cannot be dropped here.
        if (!mayDrop(stateId)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'move'
        setOverId(stateId)
      },
      onDragLeave({ currentTarget, relatedTarget }) {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOverId(undefined)
      },
      onDrop(event) {
        if (!dragged || !mayDrop(stateId)) return
        event.preventDefault()
        onMove(dragged.incident, stateId)
        end()
      },
    }),
  }
}
