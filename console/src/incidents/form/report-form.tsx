import { Button, Fieldset, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { CreationConfiguration } from '@tocsin/contract/configuration.ts'
import { effectiveProfile } from '@tocsin/contract/creation/effective-profile.ts'
import { useMemo, useState, type SyntheticEvent } from 'react'
import { ApiProblem } from '../../api/api-problem.ts'
import { pointsQuery } from '../../directory/names.ts'
import { ProblemAlert } from '../../frame/problem-alert.tsx'
import { ChosenFiles } from '../../media/chosen-files.tsx'
import { DropArea } from '../../media/drop-area.tsx'
import { FileChoice } from '../../media/file-choice.tsx'
import { useChosenFiles } from '../../media/use-chosen-files.ts'
import { incidentFormTexts as texts } from '../../texts/incident-form.ts'
import { useIncidentNames } from '../use-names.ts'
import { AttachingFiles } from './attaching-files.tsx'
import { checkEntries, textsOf, type FieldErrors } from './check-entries.ts'
import { DraftNotice } from './draft-notice.tsx'
import type { Entries } from './entries.ts'
import { ErrorSummary } from './error-summary.tsx'
import { focusFirst } from './field-context.ts'
import { creationSettings } from './field-setting.ts'
import { IncidentFields } from './incident-fields.tsx'
import { judgeReport } from './judge-report.ts'
import { RevisedNotice } from './revised-notice.tsx'
import { TakenNotice } from './taken-notice.tsx'
import type { ReportDraft } from './use-report-draft.ts'
import { useReport } from './use-report.ts'
import classes from './report-form.module.css'

interface ReportFormProps {
  draft: ReportDraft
  /** The revision that the form is drawn from. */
  configuration: CreationConfiguration
  /** The newest revision. */
  current: CreationConfiguration
}

/** The form of the effective profile, checked while it is filled in by the rules that the server checks it with. */
export function ReportForm({ draft, configuration, current }: ReportFormProps) {
  const navigate = useNavigate()
  const chosen = useChosenFiles()
  const [isAttempted, setAttempted] = useState(false)
  const [refused, setRefused] = useState<FieldErrors>({})
  const { entries, clientRequestId } = draft
  const judged = useMemo(
    () => judgeReport(configuration, clientRequestId, entries),
    [configuration, clientRequestId, entries],
  )
  const { report, attaching, retryFailed } = useReport(draft.forget, ({ id }) =>
    navigate({ to: '/incidents/$incidentId', params: { incidentId: id }, replace: true }),
  )
  const names = useFormNames(judged.shown, configuration)

  const errors = { ...refused, ...(isAttempted ? judged.errors : checkEntries(entries)) }
  const onEnter = (entered: Entries) => {
    setRefused((before) => without(before, Object.keys(entered)))
    draft.enter(entered, configuration.revision)
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (report.isPending) return
    setAttempted(true)
    if (Object.keys(judged.errors).length > 0) return focusFirst(judged.errors)
    report.mutate(
      { body: judged.body, files: chosen.files },
      {
        onError(error) {
          if (!(error instanceof ApiProblem)) return
          const found = textsOf(error.violations)
          setRefused(found)
          focusFirst(found)
        },
      },
    )
  }
  const discard = () => {
    draft.discard()
    chosen.clear()
    report.reset()
    setAttempted(false)
    setRefused({})
  }

  if (attaching) {
    const leave = () => void navigate({ to: '/incidents/$incidentId', params: { incidentId: attaching.incident.id } })
    return <AttachingFiles attaching={attaching} onRetry={retryFailed} onLeave={leave} />
  }
  return (
    <form noValidate onSubmit={submit} className={classes.form}>
      <Stack gap="md">
        <DraftNotice draft={draft} onDiscard={discard} />
        <RevisedNotice {...{ configuration, current, entries }} error={report.error} onFollow={draft.follow} />
        <ErrorSummary errors={isAttempted ? errors : refused} />
        <SendingProblem error={report.error} draft={draft} onAnother={report.reset} />
        <Text size="sm" c="dimmed">
          {texts.optionalHint} {texts.formName(effectiveProfile(configuration, entries.typeId ?? undefined).name)}.
        </Text>
        <IncidentFields
          shown={judged.shown}
          onEnter={onEnter}
          settingOf={creationSettings(configuration, entries)}
          {...{ errors, configuration, names }}
        />
        <DropArea onFiles={chosen.add}>
          <Fieldset legend={texts.sections.files}>
            <Stack gap="sm">
              <ChosenFiles files={chosen.files} onUnchoose={chosen.remove} disabled={report.isPending} />
              <FileChoice onFiles={chosen.add} disabled={report.isPending} withHint />
              {chosen.files.length > 0 && (
                <Text size="xs" c="dimmed">
                  {texts.draft.photosNotKept}
                </Text>
              )}
            </Stack>
          </Fieldset>
        </DropArea>
        <Group className={classes.actions!}>
          <Button type="submit" size="md" loading={report.isPending}>
            {texts.submit}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function useFormNames(
  { typeId, categoryId, locationId }: ReturnType<typeof judgeReport>['shown'],
  { revision }: CreationConfiguration,
) {
  const configured = useMemo(
    () => [{ typeId, categoryId, creationConfigVersion: revision }],
    [typeId, categoryId, revision],
  )
  const names = useIncidentNames(configured)
  const { data: points } = useQuery({ ...pointsQuery(locationId ? [locationId] : []), enabled: locationId !== null })
  return useMemo(
    () => new Map([...names, ...(points ?? []).map(({ id, name }) => [id, name] as const)]),
    [names, points],
  )
}

/** What went wrong with sending, where neither a field nor the revision is at fault. */
function SendingProblem({
  error,
  draft,
  onAnother,
}: {
  error: Error | null
  draft: ReportDraft
  onAnother: () => void
}) {
  if (!(error instanceof ApiProblem)) return <ProblemAlert error={error} />
  if (error.violations.length > 0 || error.code === 'configuration_revision_too_old') return null
  if (error.code !== 'client_request_id_reused') return <ProblemAlert error={error} />
  const renew = () => {
    draft.renew()
    onAnother()
  }
  return <TakenNotice incidentId={error.details.incidentId} onAnother={renew} onOpen={draft.forget} />
}

const without = (errors: FieldErrors, fields: string[]): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([field]) => !fields.includes(field)))
