import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { incidentDetailTexts } from '../../texts/incident-detail.ts'
import type { Place } from '../list/place.ts'
import { wayBack } from './way-back.ts'

/** To where the Incident was opened from. */
export const BackLink = ({ place }: { place: Place | undefined }) => (
  <Anchor size="sm" renderRoot={(props) => <Link {...wayBack(place)} {...props} />}>
    {incidentDetailTexts.back[place?.layout ?? 'list']}
  </Anchor>
)
