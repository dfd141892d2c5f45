import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { incidentDetailTexts } from '../../../texts/incident-detail.ts'
import type { Origin } from '../../origin/origin.ts'
import { originLink } from '../../origin/origin-link.ts'

/** Link back to the list or board that the incident was opened from. */
export const BackLink = ({ origin }: { origin: Origin | undefined }) => (
  <Anchor size="sm" data-screen-only renderRoot={(props) => <Link {...originLink(origin)} {...props} />}>
    {incidentDetailTexts.back[origin?.layout ?? 'list']}
  </Anchor>
)
