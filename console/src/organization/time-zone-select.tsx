import { SearchSelect } from '../kit/forms/search-select.tsx'
import { useEveryMinute } from '../kit/time/use-every-minute.ts'
import { formatTimeIn } from '../texts/format.ts'
import { organizationTexts as texts } from '../texts/organization.ts'
import { browserTimeZone } from '../texts/time-zone.ts'

interface TimeZoneSelectProps {
  value?: string | null
  onChange?: (timeZone: string | null) => void
  error?: React.ReactNode
}

const ofBrowser = 'browser'

/** Field for a time zone. The first choice, with the value null, means that each browser uses its own time zone. */
export function TimeZoneSelect({ value = null, onChange, error }: TimeZoneSelectProps) {
  useEveryMinute()
  const zones = [...new Set([...Intl.supportedValuesOf('timeZone'), ...(value === null ? [] : [value])])].toSorted()
  const timeThere = value === null ? undefined : formatTimeIn(value)
  return (
    <SearchSelect
      label={texts.timeZone}
      description={timeThere && texts.timeThere(timeThere)}
      value={value ?? ofBrowser}
      data={[{ value: ofBrowser, label: texts.browserZone(browserTimeZone) }, ...zones]}
      onChange={(chosen) => onChange?.(chosen === ofBrowser ? null : chosen)}
      allowDeselect={false}
      limit={100}
      error={error}
    />
  )
}
