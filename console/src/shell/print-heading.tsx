import { usePrintedAt } from '../browser/use-printed-at.ts'
import { useSession } from '../sessions/session.ts'
import { frameTexts } from '../texts/frame.ts'
import classes from './print-heading.module.css'

/** Line at the top of a printed page: the organization, and the time of printing. */
export function PrintHeading() {
  const { organization } = useSession()
  const printedAt = usePrintedAt()
  if (!printedAt) return null
  return (
    <p className={classes.heading}>
      <span>{organization.name}</span>
      <span>{frameTexts.printedAt(printedAt)}</span>
    </p>
  )
}
