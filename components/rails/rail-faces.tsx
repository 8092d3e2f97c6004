'use client';

import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext } from 'react';
import { call } from '#lib/browser/api';
import { keepRailFaces } from '#lib/browser/rail-names';
import type { RailFace } from '#lib/rails/rail-faces';

const Faces = createContext<readonly RailFace[]>([]);
export const facesKey = ['rail-faces'];
const ASK_AGAIN_MS = 30_000;

/** What people know the rails by, for all that stands in it; a page that stays open hears of a change. */
export function RailFaces({ initial, children }: { initial: RailFace[]; children: ReactNode }) {
  const { data } = useQuery({
    queryKey: facesKey,
    queryFn: ({ signal }) => call<RailFace[]>('/rail-faces', { signal }),
    initialData: initial,
    staleTime: ASK_AGAIN_MS,
    refetchInterval: ASK_AGAIN_MS,
  });
  keepRailFaces(data);
  return <Faces value={data}>{children}</Faces>;
}

export function useRailFace(provider: string): RailFace | undefined {
  return useContext(Faces).find((face) => face.provider === provider);
}
