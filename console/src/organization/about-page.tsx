import { Skeleton, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { About } from '@tocsin/contract/console/about.ts'
import { Fragment } from 'react'
import { LoadState } from '../kit/feedback/load-state.tsx'
import { CopyField } from '../kit/forms/copy-field.tsx'
import { PageHeader } from '../kit/pages/page-header.tsx'
import { formatDuration, formatFileSize } from '../texts/format.ts'
import { aboutTexts as texts } from '../texts/organization.ts'
import { pageTitles } from '../texts/page-titles.ts'
import classes from './about-page.module.css'
import { aboutQuery } from './queries.ts'

/** Page with the versions of the server and its parts, and with advice for when something is wrong. */
export function AboutPage() {
  const about = useQuery(aboutQuery)
  return (
    <>
      <PageHeader title={pageTitles.about} />
      <Stack gap="xl" maw={720}>
        <section aria-labelledby="help">
          <Title order={2} id="help" mb="sm">
            {texts.help.title}
          </Title>
          <dl className={classes.advice}>
            {texts.help.steps.map(({ what, advice }) => (
              <Fragment key={what}>
                <dt>{what}</dt>
                <dd>{advice}</dd>
              </Fragment>
            ))}
          </dl>
        </section>
        <div>
          <LoadState queries={[about]} skeleton={<Skeleton h={200} />} />
          {about.data && <Details about={about.data} />}
        </div>
      </Stack>
    </>
  )
}

function Details({ about: { version, node, database, storage } }: { about: About }) {
  const lines: [label: string, value: string][] = [
    [texts.version, version],
    [texts.database, texts.databaseVersion(database.version, database.isCluster)],
    [texts.answered, formatDuration(database.responseMs)],
    [texts.storage, texts.storageKinds[storage.kind]],
    [texts.fileMaximum, formatFileSize(storage.fileMaximumBytes)],
    [texts.node, node],
    [texts.browser, navigator.userAgent],
  ]
  return (
    <CopyField
      label={texts.details}
      description={texts.explanation}
      copyLabel={texts.copy}
      value={lines.map(([label, value]) => `${label}: ${value}`).join('\n')}
    />
  )
}
