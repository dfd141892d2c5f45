import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { ReactNode } from 'react'
import { valueInWords } from '../../../incident-form/value-in-words.ts'
import type { Names } from '../../../incident-form/names.ts'
import { incidentDetailTexts } from '../../../texts/incident-detail.ts'
import { incidentFactTexts as texts } from '../../../texts/incident-facts.ts'
import { fieldTexts } from '../../../texts/incident-form.ts'
import { FactMenu, type MenuField } from '../../facts/fact-menu.tsx'
import { FactTroubleNotice } from './fact-trouble.tsx'
import classes from './facts.module.css'
import type { Facts } from './use-facts.ts'

interface MenuFactProps {
  field: MenuField
  facts: Facts
  names: Names
  /** True to draw a frame, so that a value outside the list of facts looks like a control. */
  isFramed?: boolean
  /** Element that shows the value. */
  children: ReactNode
}

/** Button that shows the value of a fact and opens a menu to change the value. A choice is saved at once. */
export function MenuFact({ field, facts, names, isFramed = false, children }: MenuFactProps) {
  const { shown } = facts
  return (
    <>
      <output>
        <FactMenu
          field={field}
          incident={shown}
          opened={facts.isOpen(field)}
          onOpenedChange={(isOpen) => facts.setOpen(field, isOpen)}
          isPlain
          buttonProps={{
            className: isFramed ? classes.framed! : classes.value!,
            'aria-label': texts.fact(fieldTexts[field], wordsOf(field, shown, names)),
            'data-fact': true,
          }}
          onChoose={(patch) => facts.choose(patch)}
        >
          {children}
        </FactMenu>
      </output>
      <FactTroubleNotice fact={field} facts={facts} names={names} />
    </>
  )
}

const wordsOf = (field: MenuField, incident: IncidentResponse, names: Names): string =>
  valueInWords(field, incident[field], names) ?? (field === 'assigneeId' ? texts.nobody : incidentDetailTexts.nothing)
