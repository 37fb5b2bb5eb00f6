import { useMe } from './me';
import { Empty } from './ui/loaded';
import { PageFrame } from './ui/page';
import { ROLE_WORDS } from './words';

/** Page that the role does not include, opened by its address. */
export function NotIncluded({ title }: { readonly title: string }) {
  const { member } = useMe();
  const role = member ? `O papel ${ROLE_WORDS[member.role].title}` : 'O seu papel';
  return (
    <PageFrame title={title}>
      <Empty title={`${role} não inclui esta página`}>Se você precisa dela, fale com quem administra a conta.</Empty>
    </PageFrame>
  );
}
