import { Button, Fieldset, Stack, Text } from '@mantine/core'
import type { CreationConfiguration } from '@tocsin/contract/api/configuration.ts'
import { effectiveProfile } from '@tocsin/contract/rules/effective-profile.ts'
import { useRef } from 'react'
import { isProblem } from '../../api/api-problem.ts'
import { ProblemAlert } from '../../kit/feedback/problem-alert.tsx'
import { focusFirstField, useFirstField } from '../../kit/forms/use-first-field.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { ChosenFiles } from '../../media/chosen-files.tsx'
import { DropArea } from '../../media/drop-area.tsx'
import { FileChoice } from '../../media/file-choice.tsx'
import { frameTexts } from '../../texts/frame.ts'
import { incidentFormTexts as texts } from '../../texts/incident-form.ts'
import { AttachingFiles } from './attaching-files.tsx'
import { chosenTypeId } from '../../incident-form/chosen-type.ts'
import { isOfFields } from '../../incident-form/check-entries.ts'
import { DraftNotice } from './draft-notice.tsx'
import { ErrorSummary } from '../../incident-form/error-summary.tsx'
import { FormActions } from '../../incident-form/form-actions.tsx'
import { creationSettings } from '../../incident-form/field-setting.ts'
import { IncidentFields } from '../../incident-form/incident-fields.tsx'
import { FormNotices } from '../../incident-form/form-notices.tsx'
import { RevisedNotice } from './revised-notice.tsx'
import { TakenNotice } from './taken-notice.tsx'
import type { ReportDraft } from './use-report-draft.ts'
import { useReportForm } from './use-report-form.ts'
import classes from './report-form.module.css'

interface ReportFormProps {
  draft: ReportDraft
  /** Configuration revision that defines the form. */
  configuration: CreationConfiguration
  /** Current configuration revision. It may be newer than the revision of the form. */
  current: CreationConfiguration
}

/**
 * Form to report an incident. The effective profile defines its fields. The form checks the entries with the server's
 * rules while the user types.
 */
export function ReportForm({ draft, configuration, current }: ReportFormProps) {
  const form = useReportForm(draft, configuration)
  const { report, attaching, chosen } = form
  const { entries } = draft
  const fields = useRef<HTMLFormElement>(null)
  useFirstField(fields)
  useShortcuts(frameTexts.keyboard.everywhere, [
    { keys: 'c', description: texts.firstField, action: () => focusFirstField(fields.current) },
  ])
  if (attaching) {
    return <AttachingFiles attaching={attaching} onRetry={form.retryFailed} />
  }
  return (
    <form ref={fields} noValidate onSubmit={form.submit} className={classes.form}>
      <Stack gap="md">
        {!report.isPending && <DraftNotice draft={draft} onDiscard={form.discard} />}
        <FormNotices rejection={isOfFields(report.error) ? null : report.error}>
          <RevisedNotice {...{ configuration, current, entries }} error={report.error} onFollow={form.follow} />
          <ErrorSummary errors={form.listed} title={texts.violations} />
          <SendingProblem error={report.error} draft={draft} onAnother={report.reset} />
        </FormNotices>
        <Text size="sm" c="dimmed">
          {texts.optionalHint}{' '}
          {texts.formName(effectiveProfile(configuration, chosenTypeId(configuration, entries)).name)}.
        </Text>
        <IncidentFields
          shown={form.checked.shown}
          onEnter={form.onEnter}
          settingOf={creationSettings(configuration, entries)}
          errors={form.errors}
          names={form.names}
          configuration={configuration}
          isSending={report.isPending}
        />
        <DropArea onFiles={chosen.add} disabled={report.isPending}>
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
        <FormActions>
          <Button type="submit" size="md" loading={report.isPending}>
            {texts.submit}
          </Button>
        </FormActions>
      </Stack>
    </form>
  )
}

/**
 * Problem that stopped the report from being sent. Violations of fields and an old revision are left out, because other
 * parts of the form show them.
 */
function SendingProblem({
  error,
  draft,
  onAnother,
}: {
  error: Error | null
  draft: ReportDraft
  onAnother: () => void
}) {
  if (isOfFields(error) || isProblem(error, 'configuration_revision_too_old')) return null
  if (!isProblem(error, 'client_request_id_reused')) return <ProblemAlert title={texts.sendFailed} error={error} />
  const renew = () => {
    draft.renew()
    onAnother()
  }
  return <TakenNotice incidentId={error.details.incidentId} onAnother={renew} onOpen={draft.forget} />
}
