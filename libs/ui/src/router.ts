/** The parts of the router that the product uses, shared once by shell and remotes. */
export {
  Link,
  NavLink,
  Navigate,
  Outlet,
  useBlocker,
  useLocation,
  useNavigate,
  useNavigation,
  useNavigationType,
  useParams,
  useRouteError,
  useSearchParams,
  createBrowserRouter,
  createMemoryRouter,
  MemoryRouter,
  RouterProvider,
} from 'react-router-dom'
export type { NavigateFunction, RouteObject } from 'react-router-dom'
