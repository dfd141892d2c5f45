import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TemplateName } from '@tocsin/contract/templates/template-names.ts'
import { call } from '../api/call.ts'
import { showProblem } from '../kit/feedback/show-problem.tsx'
import { templateTexts } from '../texts/templates.ts'

const texts = templateTexts

/** Returns a mutation that gives the organization the report forms and the workflow of a template. */
export function useApplyTemplate() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (template: TemplateName) => call('POST', '/organization/template', { body: { template } }),
    onSuccess: (_, name) => notifications.show({ message: texts.used(texts[name].title), role: 'status' }),
    onError: (error) => showProblem(texts.failed, error),
    // Reload everything, because most pages show types, forms or states. A failure may mean that another administrator
    // has applied a template first, so reload then too.
    onSettled: () => queryClient.invalidateQueries(),
  })
}
