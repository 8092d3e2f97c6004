import type { RailSettingView } from '#lib/rails/list-rails';

export interface ChosenRail {
  provider: string;
  setting: RailSettingView;
}

export function environmentName({ environment }: RailSettingView): string {
  return environment === 'LIVE' ? 'Live' : 'Sandbox';
}
