import { Button, Group, Stack, Text } from '@mantine/core'
import { IconMapPinOff } from '@tabler/icons-react'
import type { CreationConfiguration } from '@tocsin/contract/api/configuration.ts'
import { effectiveProfile } from '@tocsin/contract/rules/effective-profile.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useRef } from 'react'
import { isProblem } from '../../api/api-problem.ts'
import { isOfFields } from '../../incident-form/check-entries.ts'
import { chosenTypeId } from '../../incident-form/chosen-type.ts'
import type { ShownValues } from '../../incident-form/entries.ts'
import { ErrorSummary } from '../../incident-form/error-summary.tsx'
import { creationSettings, type SettingOf } from '../../incident-form/field-setting.ts'
import { FormActions } from '../../incident-form/form-actions.tsx'
import { FormNotices } from '../../incident-form/form-notices.tsx'
import { reportOrder, useIsPhone } from '../../incident-form/report/field-order.ts'
import { ReportFields } from '../../incident-form/report/report-fields.tsx'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { Notice } from '../../kit/feedback/notice.tsx'
import { ProblemAlert } from '../../kit/feedback/problem-alert.tsx'
import { focusFirstField, useFirstField } from '../../kit/forms/use-first-field.ts'
import { DropArea } from '../../media/drop-area.tsx'
import { frameTexts } from '../../texts/frame.ts'
import { incidentFormTexts as texts } from '../../texts/incident-form.ts'
import { AttachingFiles } from './attaching-files.tsx'
import { DiscardButton, RestoredNotice } from './draft-notice.tsx'
import { FilesField } from './files-field.tsx'
import { RevisedNotice } from './revised-notice.tsx'
import { isEmptyDraft } from './stored-draft.ts'
import { TakenNotice } from './taken-notice.tsx'
import type { Prefill } from './use-prefill.ts'
import type { ReportDraft } from './use-report-draft.ts'
import { useReportForm, type ReportFormSource } from './use-report-form.ts'
import classes from './report-form.module.css'

interface ReportFormProps extends ReportFormSource {
  prefill: Prefill
  /** Current configuration revision. It may be newer than the revision of the form. */
  current: CreationConfiguration
}

/**
 * Form to report an incident. The effective profile defines its fields. The form checks the entries with the server's
 * rules while the user types.
 */
export function ReportForm({ prefill, current, ...source }: ReportFormProps) {
  const { draft, configuration, storedFiles } = source
  const form = useReportForm(source)
  const { report, attaching, files } = form
  const { entries } = draft
  const isPhone = useIsPhone()
  const fields = useRef<HTMLFormElement>(null)
  useFirstField(fields)
  useShortcuts(frameTexts.keyboard.everywhere, [
    { keys: 'c', description: texts.firstField, action: () => focusFirstField(fields.current) },
  ])
  if (attaching) {
    return <AttachingFiles {...attaching} />
  }
  const isEmpty = isEmptyDraft(draft) && files.files.length === 0
  return (
    <DropArea onFiles={files.add} disabled={report.isPending}>
      <form ref={fields} noValidate onSubmit={form.submit} className={classes.form}>
        <Stack gap="md">
          {prefill.problem && (
            <Notice color="orange" icon={IconMapPinOff} title={prefill.problem}>
              {texts.place.choose}
            </Notice>
          )}
          {!isEmpty && (draft.isRestored || storedFiles.length > 0) && !report.isPending && <RestoredNotice />}
          <FormNotices rejection={isOfFields(report.error) ? null : report.error}>
            <RevisedNotice {...{ configuration, current, entries }} error={report.error} onFollow={form.follow} />
            <ErrorSummary errors={form.listed} order={reportOrder(isPhone)} title={titleOfViolations} />
            <SendingProblem error={report.error} draft={draft} onAnother={report.reset} onOpen={form.open} />
          </FormNotices>
          <ReportFields
            shown={form.checked.shown}
            onEnter={form.onEnter}
            settingOf={withLastLocation(creationSettings(configuration, entries), prefill, form.checked.shown)}
            errors={form.errors}
            names={form.names}
            configuration={configuration}
            isSending={report.isPending}
            files={<FilesField files={files} disabled={report.isPending} />}
          />
          <Group justify="space-between" gap="xs">
            <Text size="sm" c="dimmed">
              {texts.optionalHint}{' '}
              {texts.formName(effectiveProfile(configuration, chosenTypeId(configuration, entries)).name)}.
            </Text>
            <DiscardButton isHidden={isEmpty || report.isPending} onDiscard={form.discard} />
          </Group>
          <FormActions>
            <Button type="submit" size="md" loading={report.isPending}>
              {texts.submit}
            </Button>
          </FormActions>
        </Stack>
      </form>
    </DropArea>
  )
}

const titleOfViolations = (count: number, isUnanswered: boolean): string =>
  isUnanswered ? texts.unanswered(count) : texts.violations(count)

/** Adds a hint to the location field while it shows the location of the user's last report. */
const withLastLocation =
  (settingOf: SettingOf, { lastLocationId }: Prefill, shown: ShownValues): SettingOf =>
  (field) => {
    const setting = settingOf(field)
    const isLast = field === 'locationId' && setting.rule !== 'readOnly' && shown.locationId === lastLocationId
    return isLast ? { ...setting, hint: texts.lastLocation } : setting
  }

/**
 * Problem that stopped the report from being sent. Leaves out violations and an outdated revision, which other parts of
 * the form show.
 */
function SendingProblem({
  error,
  draft,
  onAnother,
  onOpen,
}: {
  error: Error | null
  draft: ReportDraft
  onAnother: () => void
  onOpen: (incidentId: Uuid) => void
}) {
  if (isOfFields(error) || isProblem(error, 'configuration_revision_too_old')) return null
  if (!isProblem(error, 'client_request_id_reused')) return <ProblemAlert title={texts.sendFailed} error={error} />
  const renew = () => {
    draft.renew()
    onAnother()
  }
  return <TakenNotice incidentId={error.details.incidentId} onAnother={renew} onOpen={onOpen} />
}
