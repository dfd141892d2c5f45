export const workflowTexts = {
  title: 'Workflow',
}
