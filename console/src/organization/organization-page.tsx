import { Button, Group, Stack, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { ChangeOrganization, OrganizationSettings } from '@tocsin/contract/console/organization-settings.ts'
import { call } from '../api/call.ts'
import { isSame } from '../api/is-same.ts'
import { LeaveGuard } from '../kit/dialogs/leave-guard.tsx'
import { fieldErrors } from '../kit/forms/field-errors.ts'
import { FormProblem } from '../kit/forms/form-problem.tsx'
import { Form } from '../kit/forms/form.tsx'
import { required } from '../kit/forms/required.ts'
import { PageHeader } from '../kit/pages/page-header.tsx'
import { mergeValue } from '../merge/three-way.ts'
import { followSession, useSession } from '../sessions/session.ts'
import { organizationTexts as texts } from '../texts/organization.ts'
import { pageTitles } from '../texts/page-titles.ts'
import { AgeThresholdsTable } from './age-thresholds-table.tsx'
import { isOrdered } from './thresholds.ts'
import { TimeZoneSelect } from './time-zone-select.tsx'

const fields = ['name', 'timeZone'] as const

/** Page with the settings of the organization: its name, its time zone, and when incidents count as old. */
export function OrganizationPage() {
  const {
    organization: { id: _, ...stored },
  } = useSession()
  const queryClient = useQueryClient()
  const router = useRouter()
  const form = useForm<OrganizationSettings>({ initialValues: stored, validate: { name: required } })
  const save = useMutation({
    async mutationFn(entered: OrganizationSettings) {
      // Compare with the initial values of the form, because the settings in the session may be newer.
      const body = changedFields(form.getInitialValues(), entered)
      return Object.keys(body).length > 0
        ? call<OrganizationSettings>('PATCH', '/organization', { body })
        : form.getInitialValues()
    },
    async onSuccess(saved, entered) {
      await followSession(queryClient, router)
      form.setInitialValues(saved)
      form.setValues(typedSince(entered, form.getValues(), saved))
      notifications.show({ message: texts.saved })
    },
    onError: (error) => form.setErrors(fieldErrors(error, fields)),
  })
  return (
    <>
      <LeaveGuard isUnsaved={() => form.isDirty()} />
      <PageHeader title={pageTitles.organization} />
      <Form
        error={save.error}
        onSubmit={form.onSubmit((entered) => {
          if (Object.values(entered.ageThresholds).every(isOrdered)) save.mutate(entered)
        })}
      >
        <Stack maw={640} gap="lg">
          <FormProblem error={save.error} fields={fields} />
          <TextInput label={texts.name} {...form.getInputProps('name')} />
          <TimeZoneSelect {...form.getInputProps('timeZone')} />
          <section aria-labelledby="ages">
            <Title order={2} id="ages" mb="xs">
              {texts.ages.title}
            </Title>
            <AgeThresholdsTable
              value={form.values.ageThresholds}
              onChange={(thresholds) => form.setFieldValue('ageThresholds', thresholds)}
            />
          </section>
          <Group>
            <Button type="submit" loading={save.isPending}>
              {texts.save}
            </Button>
          </Group>
        </Stack>
      </Form>
    </>
  )
}

/** Returns only the changed fields, so that another administrator's change to another field is not overwritten. */
function changedFields(initial: OrganizationSettings, entered: OrganizationSettings): ChangeOrganization {
  const wanted = { ...entered, name: entered.name.trim() }
  return Object.fromEntries(
    Object.entries(wanted).filter(([field, value]) => !isSame(value, initial[field as keyof typeof initial])),
  )
}

/** Returns the saved settings, but with the values that the user has entered during the save. */
const typedSince = (
  entered: OrganizationSettings,
  typed: OrganizationSettings,
  saved: OrganizationSettings,
): OrganizationSettings => ({
  name: mergeValue(entered.name, typed.name, saved.name),
  timeZone: mergeValue(entered.timeZone, typed.timeZone, saved.timeZone),
  ageThresholds: mergeValue(entered.ageThresholds, typed.ageThresholds, saved.ageThresholds),
})
