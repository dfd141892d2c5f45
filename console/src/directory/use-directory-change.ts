import { useMutation, useQueryClient } from '@tanstack/react-query'

interface Outcome<Input, Answer> {
  onDone: (answer: Answer) => void
  onRefused?: (error: Error, input: Input) => void
}

/**
 * Returns a mutation that changes a location, point or user and then reloads all lists and names of locations, points
 * and users.
 */
export function useDirectoryChange<Input, Answer>(
  change: (input: Input) => Promise<Answer>,
  { onDone, onRefused }: Outcome<Input, Answer>,
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (answer) => {
      void queryClient.invalidateQueries({ queryKey: ['directory'] })
      onDone(answer)
    },
    ...(onRefused && { onError: onRefused }),
  })
}
