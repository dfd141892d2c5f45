import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useState, type DragEvent } from 'react'

/** How a column takes part in what is being dragged; undefined while nothing is. */
type DropState = 'origin' | 'allowed' | 'over' | 'refused' | undefined

interface Drag {
  start: (event: DragEvent, incident: IncidentResponse) => void
  end: () => void
  stateOf: (stateId: Uuid) => DropState
  /** The handlers of a column. */
  onColumn: (stateId: Uuid) => {
    onDragOver: (event: DragEvent) => void
    onDragLeave: (event: DragEvent) => void
    onDrop: (event: DragEvent) => void
  }
}

/**
 * Dragging cards to columns with what the browser itself offers.
 * @param mayFollow whether the workflow leads from one state to another.
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
        // Without this the browser refuses the drop, and shows that it does.
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
