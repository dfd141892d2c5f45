import { Anchor, Button, Text } from '@mantine/core'
import { IconArrowLeft, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { LoadState } from '../kit/feedback/load-state.tsx'
import { PageSkeleton, RowsSkeleton } from '../kit/feedback/skeletons.tsx'
import { NotFoundPage } from '../kit/pages/not-found-page.tsx'
import { PageHeader } from '../kit/pages/page-header.tsx'
import { directoryTexts } from '../texts/directory.ts'
import { locationsQuery, pointsQuery } from './names-queries.ts'
import { QrCode } from './qr-codes/qr-code.tsx'
import classes from './qr-codes/qr-codes.module.css'

const texts = directoryTexts.qrCodes

/**
 * Sheet with QR codes to print: one for the location and one for each of its active points. Scanning a code opens the
 * report form with the place filled in.
 */
export function QrCodesPage() {
  const { locationId: written } = useParams({ from: '/staff/administration/directory/$locationId/qr-codes' })
  const locationId = written.toLowerCase()
  const locations = useQuery({ ...locationsQuery, staleTime: 0 })
  const points = useQuery({ ...pointsQuery([locationId]), staleTime: 0 })
  const location = locations.data?.find(({ id }) => id === locationId)
  if (locations.isSuccess && locations.isFetchedAfterMount && !location)
    return <NotFoundPage explanation={directoryTexts.points.notFound} />
  // Show no title until the name of the location is known: the title contains the name, and adding it later would move
  // the page.
  if (!location && !locations.error) return <PageSkeleton />
  const active = points.data?.filter(({ archived }) => !archived)
  return (
    <div className={classes.sheet}>
      <PageHeader
        title={location ? texts.title(location.name) : texts.loadingTitle}
        above={
          <Anchor
            size="sm"
            data-screen-only
            renderRoot={(props) => <Link to="/directory/$locationId" params={{ locationId }} {...props} />}
          >
            <IconArrowLeft size={14} aria-hidden /> {location?.name ?? directoryTexts.points.loadingTitle}
          </Anchor>
        }
        actions={
          <Button leftSection={<IconPrinter size={16} aria-hidden />} disabled={!active} onClick={() => window.print()}>
            {texts.print}
          </Button>
        }
      />
      <Text c="dimmed" mb="md" data-screen-only>
        {texts.explanation}
      </Text>
      <LoadState queries={[locations, points]} skeleton={<RowsSkeleton rows={3} heightPx={240} />} />
      {location && active && (
        <ul className={classes.cards}>
          <Card name={location.name} address={addressOf({ location: locationId })} />
          {active.map(({ id, name }) => (
            <Card key={id} name={name} within={location.name} address={addressOf({ point: id })} />
          ))}
        </ul>
      )}
    </div>
  )
}

interface CardProps {
  name: string
  /** Name of the location that contains the point; absent on the card of the location itself. */
  within?: string
  address: string
}

const Card = ({ name, within, address }: CardProps) => (
  <li className={classes.card}>
    <span className={classes.name}>{name}</span>
    {within && <span className={classes.small}>{within}</span>}
    <QrCode text={address} name={texts.codeOf(name)} />
    <span className={classes.small}>{texts.scan}</span>
  </li>
)

/**
 * Returns the absolute URL of the report form for a place, on the host under which the administrator has opened the
 * console.
 */
const addressOf = (place: Record<string, string>): string =>
  new URL(`/report?${new URLSearchParams(place)}`, window.location.origin).href
