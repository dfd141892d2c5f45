import { Button, Group, NumberInput, Stack, Switch, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { OldestRevisionAge } from '@tocsin/contract/console/configuration-history.ts'
import { revisionAgeMaximumDays } from '@tocsin/contract/limits.ts'
import { useState, type FormEvent } from 'react'
import { call } from '../api/call.ts'
import { LoadState } from '../kit/feedback/load-state.tsx'
import { Form } from '../kit/forms/form.tsx'
import { ProblemAlert } from '../kit/feedback/problem-alert.tsx'
import { RowsSkeleton } from '../kit/feedback/skeletons.tsx'
import { isWholeNumber } from '../kit/forms/whole-number.ts'
import { frameTexts } from '../texts/frame.ts'
import { configurationPageTexts } from '../texts/configuration-pages.ts'
import { oldestRevisionAgeQuery } from './queries.ts'

const texts = configurationPageTexts.age
/**
 * Limit in days that the form suggests if the organization has set no limit. Apps that report incidents are seldom
 * offline for longer than this.
 */
const usualDays = 90

/** Setting for the number of days during which creations may still use a replaced revision. */
export function OldestRevisionAgeSetting() {
  const age = useQuery(oldestRevisionAgeQuery)
  return (
    <Stack>
      <LoadState queries={[age]} skeleton={<RowsSkeleton rows={4} />} />
      {age.data && <AgeForm key={age.data.days} age={age.data} />}
    </Stack>
  )
}

function AgeForm({ age }: { age: OldestRevisionAge }) {
  const queryClient = useQueryClient()
  const [isLimited, setLimited] = useState(age.days !== null)
  const [days, setDays] = useState<number | string>(age.days ?? usualDays)
  const save = useMutation({
    mutationFn: (body: OldestRevisionAge) =>
      call<OldestRevisionAge>('PUT', '/configuration/oldest-revision-age', { body }),
    onSuccess: (saved) => {
      queryClient.setQueryData(oldestRevisionAgeQuery.queryKey, saved)
      notifications.show({ message: texts.saved })
    },
  })
  const limit = isLimited ? days : null
  const isValid = limit === null || isWholeNumber(limit, revisionAgeMaximumDays)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isValid) save.mutate({ days: limit })
  }
  return (
    <Form onSubmit={submit} error={save.error}>
      <Stack maw={560}>
        <Text size="sm">{texts.explanation}</Text>
        <Switch
          label={texts.limited}
          checked={isLimited}
          onChange={({ currentTarget }) => setLimited(currentTarget.checked)}
        />
        <NumberInput
          label={texts.days}
          description={texts.daysHint}
          value={days}
          onChange={setDays}
          disabled={!isLimited}
          error={isValid ? undefined : texts.daysMissing}
          allowDecimal={false}
          allowNegative={false}
          hideControls
          maw={320}
        />
        <ProblemAlert title={frameTexts.problem.save} error={save.error} />
        <Group>
          <Button type="submit" loading={save.isPending}>
            {texts.save}
          </Button>
        </Group>
      </Stack>
    </Form>
  )
}
