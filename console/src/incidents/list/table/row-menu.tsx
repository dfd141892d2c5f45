import type { PatchIncident } from '@tocsin/contract/api/incident-change.ts'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { fieldTexts } from '../../../texts/incident-form.ts'
import { FactMenu, type MenuField } from '../../facts/fact-menu.tsx'
import classes from './incident-table.module.css'

interface RowMenuProps {
  field: MenuField
  incident: IncidentResponse
  /** Place in the window where the menu opens, in pixels. */
  place: { left: number; top: number }
  onChoose: (patch: PatchIncident) => void
  onClose: () => void
}

/** Menu to change a fact of one row, rendered already open. The button is invisible, because a key opens the menu. */
export const RowMenu = ({ field, incident, place, onChoose, onClose }: RowMenuProps) => (
  <div className={classes.rowMenu} style={place}>
    <FactMenu
      field={field}
      incident={incident}
      opened
      onOpenedChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      isPlain
      buttonProps={{ 'aria-label': fieldTexts[field], tabIndex: -1 }}
      onChoose={onChoose}
    >
      {null}
    </FactMenu>
  </div>
)
