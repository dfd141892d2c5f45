import { useMutation, useQueryClient } from '@tanstack/react-query'

interface Callbacks<Input, Result> {
  onSuccess: (response: Result) => void
  onError?: (error: Error, input: Input) => void
}

/**
 * Returns a mutation that changes a location, point or user and then reloads all lists and names of locations, points
 * and users.
 */
export function useDirectoryChange<Input, Result>(
  mutationFn: (input: Input) => Promise<Result>,
  { onSuccess, ...callbacks }: Callbacks<Input, Result>,
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    ...callbacks,
    onSuccess(response) {
      void queryClient.invalidateQueries({ queryKey: ['directory'] })
      onSuccess(response)
    },
  })
}
