import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useState, type DragEvent } from 'react'

/** State of a column during a drag; undefined without a drag. */
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
 * Drags cards to columns with the browser's own drag and drop.
 * @param mayFollow returns true if the workflow allows the transition.
 */
export function useDrag(
  mayFollow: (fromStateId: Uuid, toStateId: Uuid) => boolean,
  onMove: (incident: IncidentResponse, toStateId: Uuid) => void,
): Drag {
  const [dragged, setDragged] = useState<IncidentResponse>()
  const [overId, setOverId] = useState<Uuid>()
  const mayDrop = (stateId: Uuid) => dragged !== undefined && mayFollow(dragged.stateId, stateId)
  const end = () => {
    setDragged(undefined)
    setOverId(undefined)
  }
  return {
    start(event, incident) {
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData('text/plain', incident.name ?? incident.id)
      setDragged(incident)
    },
    end,
    stateOf(stateId) {
      if (!dragged) return undefined
      if (dragged.stateId === stateId) return 'origin'
      if (!mayDrop(stateId)) return 'refused'
      return overId === stateId ? 'over' : 'allowed'
    },
    onColumn: (stateId) => ({
      onDragOver(event) {
        // Without preventDefault the browser rejects the drop and shows it.
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
        onMove(dragged, stateId)
        end()
      },
    }),
  }
}
